package parley

// Messages that only the calls themselves use. What handlers see stands beside the handlers.

type empty struct{}

type healthCheckResponse struct {
	Healthy bool   `pb:"1,healthy"`
	Version string `pb:"2,version"`
	Name    string `pb:"3,name"`
}

type settingsMap struct {
	Values map[string]string `pb:"1,values"`
}

// textResponse is every answer whose only field is a text: a name, a description, a version, an id, or an error.
type textResponse struct {
	Text string `pb:"1,text"`
}

// flagResponse is every answer whose only field is a boolean.
type flagResponse struct {
	Flag bool `pb:"1,flag"`
}

type schemaResponse struct {
	Schema []byte `pb:"1,schema"`
}

type executeRequest struct {
	Input []byte `pb:"1,input"`
}

type executeResponse struct {
	Content string `pb:"1,content"`
	IsError bool   `pb:"2,is_error"`
}

// connectRequest is Connect of channels and of comm.
type connectRequest struct {
	Config map[string]string `pb:"1,config"`
}

type channelSendRequest struct {
	ChannelID    string          `pb:"1,channel_id"`
	Text         string          `pb:"2,text"`
	MessageID    string          `pb:"3,message_id"`
	Sender       *MessageSender  `pb:"4,sender"`
	Attachments  []Attachment    `pb:"5,attachments"`
	ReplyTo      string          `pb:"6,reply_to"`
	Actions      []MessageAction `pb:"7,actions"`
	PlatformData []byte          `pb:"8,platform_data"`
}

type channelSendResponse struct {
	Error     string `pb:"1,error"`
	MessageID string `pb:"2,message_id"`
}

type inboundMessage struct {
	ChannelID    string          `pb:"1,channel_id"`
	UserID       string          `pb:"2,user_id"`
	Text         string          `pb:"3,text"`
	Metadata     string          `pb:"4,metadata"`
	MessageID    string          `pb:"5,message_id"`
	Sender       *MessageSender  `pb:"6,sender"`
	Attachments  []Attachment    `pb:"7,attachments"`
	ReplyTo      string          `pb:"8,reply_to"`
	Actions      []MessageAction `pb:"9,actions"`
	PlatformData []byte          `pb:"10,platform_data"`
	Timestamp    string          `pb:"11,timestamp"`
}

type commSendRequest struct {
	Message *CommMessage `pb:"1,message"`
}

type topicRequest struct {
	Topic string `pb:"1,topic"`
}

type commRegisterRequest struct {
	AgentID      string   `pb:"1,agent_id"`
	Capabilities []string `pb:"2,capabilities"`
}

// requestID is PollRequest and CancelRequest.
type requestID struct {
	RequestID string `pb:"1,request_id"`
}

type pollResponse struct {
	Events   []GatewayEvent `pb:"1,events"`
	Complete bool           `pb:"2,complete"`
}

type httpRequest struct {
	Method  string            `pb:"1,method"`
	Path    string            `pb:"2,path"`
	Query   string            `pb:"3,query"`
	Headers map[string]string `pb:"4,headers"`
	Body    []byte            `pb:"5,body"`
}

type httpResponse struct {
	StatusCode int32             `pb:"1,status_code"`
	Headers    map[string]string `pb:"2,headers"`
	Body       []byte            `pb:"3,body"`
}

// scheduleName is every request that only names a schedule.
type scheduleName struct {
	Name string `pb:"1,name"`
}

type listSchedulesRequest struct {
	Limit       int32 `pb:"1,limit"`
	Offset      int32 `pb:"2,offset"`
	EnabledOnly bool  `pb:"3,enabled_only"`
}

type listSchedulesResponse struct {
	Schedules []Schedule `pb:"1,schedules"`
	Total     int64      `pb:"2,total"`
}

type scheduleResponse struct {
	Schedule *Schedule `pb:"1,schedule"`
	Error    string    `pb:"2,error"`
}

type deleteScheduleResponse struct {
	Success bool   `pb:"1,success"`
	Error   string `pb:"2,error"`
}

type triggerResponse struct {
	Success bool   `pb:"1,success"`
	Output  string `pb:"2,output"`
	Error   string `pb:"3,error"`
}

type scheduleHistoryRequest struct {
	Name   string `pb:"1,name"`
	Limit  int32  `pb:"2,limit"`
	Offset int32  `pb:"3,offset"`
}

type scheduleHistoryResponse struct {
	Entries []ScheduleHistoryEntry `pb:"1,entries"`
	Total   int64                  `pb:"2,total"`
}

type hookRequest struct {
	Hook        string `pb:"1,hook"`
	Payload     []byte `pb:"2,payload"`
	TimestampMs int64  `pb:"3,timestamp_ms"`
}

type hookResponse struct {
	Payload []byte `pb:"1,payload"`
	Handled bool   `pb:"2,handled"`
	Error   string `pb:"3,error"`
}

type hookList struct {
	Hooks []HookRegistration `pb:"1,hooks"`
}
