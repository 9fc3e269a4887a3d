"""Writes messages.json with Google's own protobuf for Python, so that the codecs of the SDKs are measured by another.

    python3 -m venv /tmp/v && /tmp/v/bin/pip install grpcio-tools && /tmp/v/bin/python make.py
"""

import importlib
import json
import pathlib
import sys
import tempfile

from google.protobuf.descriptor import FieldDescriptor as F
from grpc_tools import protoc

HERE = pathlib.Path(__file__).resolve().parent
PROTO = HERE.parent.parent / "proto"

ADD = '{"action":"add","a":2,"b":3}'
LARGEST, SMALLEST = 2**63 - 1, -(2**63)
SENDER = {"name": "Alex", "role": "COO", "bot_id": "b-1"}
PICTURE = {"type": "image", "url": "https://example.com/ä.png", "filename": "ä.png", "size": 45000}
BUTTONS = [{"label": "Approve", "callback_id": "approve_q3"}, {"label": "", "callback_id": "no"}]
SCHEDULE = {
    "id": "s-1", "name": "daily", "expression": "0 0 9 * * *", "task_type": "agent", "command": "c", "message": "m",
    "deliver": '{"channel":"telegram"}', "enabled": True, "last_run": "2026-01-02T03:04:05Z",
    "next_run": "2026-01-03T03:04:05Z", "run_count": LARGEST, "last_error": "e", "created_at": "2026-01-01T00:00:00Z",
    "metadata": {"a": "1", "b": "2"},
}

# Values have the names of the fields; bytes are texts here and hex in the file.
ENCODED = [
    ("Empty", {}),
    ("HealthCheckRequest", {}),
    ("ExecuteRequest", {"input": ADD}),
    ("ExecuteResponse", {"content": "2 add 3 = 5"}),
    ("ExecuteResponse", {"content": "division by zero", "is_error": True}),
    ("HealthCheckResponse", {"healthy": True, "version": "1.0.0", "name": "Calculator"}),
    ("SettingsMap", {"values": {"api_key": "k1"}}),
    ("HookList", {"hooks": [{"hook": "tool.pre_execute", "type": "filter", "priority": 5}]}),
    ("HttpRequest", {"method": "GET", "path": "/status", "query": "a=1"}),
    ("HttpResponse", {"status_code": 200, "headers": {"Content-Type": "text/plain"}, "body": "ok"}),
    ("SettingsMap", {}),
    ("SettingsMap", {"values": {"a": "1", "b": "2", "ä": "ö", "zz": "x" * 200}}),
    ("NameResponse", {"name": "日本語 🙂"}),
    ("DescriptionResponse", {"description": "two\nlines \u0001 \u007f and a tab\t"}),
    ("SchemaResponse", {"schema": "\u0000\u0001binary"}),
    ("ApprovalResponse", {"requires_approval": True}),
    ("ApprovalResponse", {}),
    ("IDResponse", {"id": "telegram"}),
    ("ChannelConnectRequest", {"config": {"token": "t", "greetings": "100"}}),
    ("ChannelConnectResponse", {"error": "token is required"}),
    ("ChannelSendRequest", {
        "channel_id": "telegram:12345", "text": "Q3", "message_id": "01953f8a", "sender": SENDER,
        "attachments": [PICTURE, {"type": "file", "size": LARGEST}], "reply_to": "01953f89", "actions": BUTTONS,
        "platform_data": "\u0001\u0002",
    }),
    ("ChannelSendRequest", {"sender": {}, "attachments": [{}], "actions": [{}]}),
    ("ChannelSendResponse", {"error": "full"}),
    ("ChannelSendResponse", {"message_id": "echo-1"}),
    ("InboundMessage", {
        "channel_id": "echo:room", "user_id": "u", "text": "hi", "metadata": "{}", "message_id": "m", "sender": SENDER,
        "attachments": [PICTURE], "reply_to": "r", "actions": BUTTONS, "platform_data": "p",
        "timestamp": "2026-02-12T15:10:00Z",
    }),
    ("CommSendRequest", {"message": {
        "id": "1", "from": "a", "to": "b", "topic": "t", "conversation_id": "c", "type": "task", "content": "do",
        "metadata": {"k": "v", "l": "w"}, "timestamp": 1770000000, "human_injected": True, "human_id": "h",
    }}),
    ("CommSendRequest", {"message": {}}),
    ("CommMessage", {"timestamp": -1}),
    ("CommIsConnectedResponse", {"connected": True}),
    ("CommRegisterRequest", {"agent_id": "a", "capabilities": ["one", "", "three"]}),
    ("CommSubscribeRequest", {"topic": "news"}),
    ("GatewayRequest", {
        "request_id": "r", "messages": [{"role": "user", "content": "hi"},
                                        {"role": "tool", "content": "5", "tool_call_id": "1", "tool_calls": "[]"}],
        "tools": [{"name": "n", "description": "d", "input_schema": "{}"}], "max_tokens": 2**31 - 1,
        "temperature": 0.7, "system": "s", "user": {"token": "t", "user_id": "u", "plan": "pro"},
    }),
    ("GatewayRequest", {"max_tokens": -1}),
    ("GatewayRequest", {"temperature": 1e308}),
    ("GatewayEvent", {"type": "text", "content": "x", "model": "m", "request_id": "r"}),
    ("PollResponse", {}),
    ("CancelRequest", {"request_id": "r"}),
    ("CancelResponse", {"cancelled": True}),
    ("HttpRequest", {
        "method": "POST", "path": "/a%20b", "headers": {"X-A": "1", "Accept": "*/*"}, "body": "b" * 300,
    }),
    ("HttpResponse", {"status_code": -1}),
    ("CreateScheduleRequest", {
        "name": "daily", "expression": "0 0 9 * * *", "task_type": "bash", "command": "true", "message": "m",
        "deliver": "{}", "metadata": {"a": "b"},
    }),
    ("GetScheduleRequest", {"name": "daily"}),
    ("ListSchedulesRequest", {"limit": 10, "offset": 20, "enabled_only": True}),
    ("ListSchedulesResponse", {"schedules": [SCHEDULE, {}], "total": 2}),
    ("ScheduleResponse", {"schedule": SCHEDULE}),
    ("ScheduleResponse", {"error": "no such schedule"}),
    ("DeleteScheduleResponse", {"success": True}),
    ("TriggerResponse", {"success": True, "output": "o", "error": "e"}),
    ("ScheduleHistoryRequest", {"name": "daily", "limit": 1, "offset": -5}),
    ("ScheduleHistoryResponse", {"entries": [{
        "id": "1", "schedule_name": "daily", "started_at": "a", "finished_at": "b", "success": True, "output": "o",
        "error": "e"}], "total": SMALLEST}),
    ("ScheduleTrigger", {
        "schedule_id": "1", "name": "n", "task_type": "bash", "command": "c", "message": "m", "deliver": "d",
        "fired_at": "f", "metadata": {"x": "y"},
    }),
    ("HookRequest", {"hook": "tool.pre_execute", "payload": '{"tool":"shell"}', "timestamp_ms": 1770000000123}),
    ("HookResponse", {"payload": "{}", "handled": True}),
    ("HookResponse", {"error": "broken"}),
]

# What other programs may send for a value: fields in any order, known ones again, and ones from the future.
DECODED = [
    ("HealthCheckResponse", "1a01431202312e0801", "the fields in reverse"),
    ("ExecuteResponse", "0a01610a0162", "the last of a text counts"),
    ("ExecuteResponse", "0a016110001002", "any number but zero is true"),
    ("NameResponse", "0a01785005", "a number that is not known"),
    ("NameResponse", "0a0178520361626359010203040506070865010203047a00", "every other kind that is not known"),
    ("NameResponse", "0a0178c23e00", "a field with a large number"),
    ("SettingsMap", "0a0612013212017a0a060a016b1201760a060a016b120177", "entries without a key and with the same"),
    ("SettingsMap", "0a050a016112000a040a001200", "an empty value, and an empty key, which stand there"),
    ("SettingsMap", "0a020a00", "an entry with neither key nor value"),
    ("SettingsMap", "0a061201760a016b", "an entry in reverse"),
    ("CommSendRequest", "0a030a01610a03120162", "a message in two pieces is one"),
    ("GatewayRequest", "20ffffffffffffffffff01", "minus one as an int32 is ten bytes"),
    ("GatewayRequest", "290000000000000080", "a zero that is negative"),
    ("GatewayRequest", "208080808010", "an int32 that is too large is cut"),
    ("ListSchedulesRequest", "08818000", "a longer way to write one"),
]

REFUSED = [
    ("ExecuteRequest", "0a", "the length is missing"),
    ("ExecuteRequest", "0a05616263", "shorter than it says"),
    ("ExecuteRequest", "0affffffff0f", "a length of 4 GiB"),
    ("ExecuteRequest", "0affffffffffffffffff01", "a length of 2^64 - 1"),
    ("HealthCheckResponse", "08", "the number is missing"),
    ("HealthCheckResponse", "0880", "the number does not end"),
    ("HealthCheckResponse", "08ffffffffffffffffffff01", "eleven bytes of a number"),
    ("NameResponse", "0a02c328", "not UTF-8"),
    ("NameResponse", "0a03eda080", "half of a pair of UTF-16"),
    ("NameResponse", "0a02c080", "a zero in two bytes"),
    ("NameResponse", "0a04f4908080", "above the last character"),
    ("NameResponse", "0201", "field number zero"),
    ("NameResponse", "0e01", "a wire type that there is not"),
    ("GatewayRequest", "290102030405", "half a double"),
    ("SettingsMap", "0a030a0561", "an entry that is broken inside"),
    ("SettingsMap", "0a050a01611201", "an entry that is shorter than it says"),
    ("SettingsMap", "0a030a01ff", "a key that is not UTF-8"),
    ("ChannelSendRequest", "2203120261", "a message that is broken inside"),
    ("CommRegisterRequest", "120180", "a list with a text that is not UTF-8"),
]


def load():
    out = tempfile.mkdtemp()
    files = sorted(str(f.relative_to(PROTO)) for f in PROTO.glob("apps/v0/*.proto"))
    assert protoc.main(["", f"-I{PROTO}", f"--python_out={out}", *files]) == 0
    sys.path.insert(0, out)
    types = {}
    for file in files:
        module = importlib.import_module(file.removesuffix(".proto").replace("/", ".") + "_pb2")
        types.update({name: getattr(module, name) for name in module.DESCRIPTOR.message_types_by_name})
    return types


def is_map(field):
    return field.type == F.TYPE_MESSAGE and field.message_type.GetOptions().map_entry


def fill(message, value):
    for name, given in value.items():
        field = message.DESCRIPTOR.fields_by_name[name]
        target = getattr(message, name)
        if is_map(field):
            target.update(given)
        elif field.is_repeated and field.type == F.TYPE_MESSAGE:
            for item in given:
                fill(target.add(), item)
        elif field.is_repeated:
            target.extend(given)
        elif field.type == F.TYPE_MESSAGE:
            target.SetInParent()
            fill(target, given)
        else:
            setattr(message, name, given.encode() if field.type == F.TYPE_BYTES else given)
    return message


def read(message):
    """The set fields, as they stand in the file."""
    value = {}
    for field, is_set in message.ListFields():
        if is_map(field):
            value[field.name] = dict(sorted(is_set.items()))
        elif field.is_repeated:
            value[field.name] = [read(item) if field.type == F.TYPE_MESSAGE else item for item in is_set]
        elif field.type == F.TYPE_MESSAGE:
            value[field.name] = read(is_set)
        else:
            value[field.name] = is_set.hex() if field.type == F.TYPE_BYTES else is_set
    return value


def main():
    types = load()
    vectors = {"encoded": [], "decoded": [], "refused": []}
    for name, value in ENCODED:
        message = fill(types[name](), value)
        vectors["encoded"].append(
            {"message": name, "value": read(message), "hex": message.SerializeToString(deterministic=True).hex()})
    for name, bytes_, why in DECODED:
        message = types[name].FromString(bytes.fromhex(bytes_))
        vectors["decoded"].append({"message": name, "value": read(message), "hex": bytes_, "why": why})
    for name, bytes_, why in REFUSED:
        try:
            types[name].FromString(bytes.fromhex(bytes_))
        except Exception:
            vectors["refused"].append({"message": name, "hex": bytes_, "why": why})
        else:
            raise SystemExit(f"{name} {bytes_} is not refused: {why}")
    lines = [f'"{part}": [\n' + ",\n".join("  " + json.dumps(v, ensure_ascii=False) for v in of) + "\n]"
             for part, of in vectors.items()]
    (HERE / "messages.json").write_text("{" + ",\n".join(lines) + "}\n")


if __name__ == "__main__":
    main()
