module parley.dev/gatewayclient

go 1.21
