package parley

import (
	"context"

	"google.golang.org/grpc"
)

// ScheduleHandler takes the place of the hub's own schedules (schedule), which are addressed by name. Triggers returns
// where schedules come out when they fire.
type ScheduleHandler interface {
	Create(ctx context.Context, request ScheduleRequest) (*Schedule, error)
	Get(ctx context.Context, name string) (*Schedule, error)
	List(ctx context.Context, limit, offset int32, enabledOnly bool) (schedules []Schedule, total int64, err error)
	Update(ctx context.Context, request ScheduleRequest) (*Schedule, error)
	Delete(ctx context.Context, name string) error
	Enable(ctx context.Context, name string) (*Schedule, error)
	Disable(ctx context.Context, name string) (*Schedule, error)
	Trigger(ctx context.Context, name string) (output string, err error)
	History(ctx context.Context, name string, limit, offset int32) (entries []ScheduleHistoryEntry, total int64, err error)
	Triggers(ctx context.Context) (<-chan ScheduleTrigger, error)
}

// Schedule has a cron expression with six fields, seconds first. TaskType is bash or agent, Deliver the text of a JSON
// object, and times are in RFC 3339.
type Schedule struct {
	ID         string            `pb:"1,id"`
	Name       string            `pb:"2,name"`
	Expression string            `pb:"3,expression"`
	TaskType   string            `pb:"4,task_type"`
	Command    string            `pb:"5,command"`
	Message    string            `pb:"6,message"`
	Deliver    string            `pb:"7,deliver"`
	Enabled    bool              `pb:"8,enabled"`
	LastRun    string            `pb:"9,last_run"`
	NextRun    string            `pb:"10,next_run"`
	RunCount   int64             `pb:"11,run_count"`
	LastError  string            `pb:"12,last_error"`
	CreatedAt  string            `pb:"13,created_at"`
	Metadata   map[string]string `pb:"14,metadata"`
}

// ScheduleTrigger is a schedule that fires, with everything the hub needs to do the task.
type ScheduleTrigger struct {
	ScheduleID string            `pb:"1,schedule_id"`
	Name       string            `pb:"2,name"`
	TaskType   string            `pb:"3,task_type"`
	Command    string            `pb:"4,command"`
	Message    string            `pb:"5,message"`
	Deliver    string            `pb:"6,deliver"`
	FiredAt    string            `pb:"7,fired_at"`
	Metadata   map[string]string `pb:"8,metadata"`
}

// ScheduleRequest is a schedule to be created or updated.
type ScheduleRequest struct {
	Name       string            `pb:"1,name"`
	Expression string            `pb:"2,expression"`
	TaskType   string            `pb:"3,task_type"`
	Command    string            `pb:"4,command"`
	Message    string            `pb:"5,message"`
	Deliver    string            `pb:"6,deliver"`
	Metadata   map[string]string `pb:"7,metadata"`
}

// ScheduleHistoryEntry is one run of a schedule.
type ScheduleHistoryEntry struct {
	ID           string `pb:"1,id"`
	ScheduleName string `pb:"2,schedule_name"`
	StartedAt    string `pb:"3,started_at"`
	FinishedAt   string `pb:"4,finished_at"`
	Success      bool   `pb:"5,success"`
	Output       string `pb:"6,output"`
	Error        string `pb:"7,error"`
}

// RegisterSchedule offers schedules.
func (a *App) RegisterSchedule(s ScheduleHandler) {
	triggers := func(ctx context.Context, _ *empty) (<-chan ScheduleTrigger, error) { return s.Triggers(ctx) }
	a.register("ScheduleService", []grpc.MethodDesc{
		changing("Create", s.Create),
		changing("Update", s.Update),
		naming("Get", s.Get),
		naming("Enable", s.Enable),
		naming("Disable", s.Disable),
		unary("Delete", func(ctx context.Context, request *scheduleName) (*deleteScheduleResponse, error) {
			err := s.Delete(ctx, request.Name)
			return &deleteScheduleResponse{Success: err == nil, Error: errorText(err)}, nil
		}),
		unary("Trigger", func(ctx context.Context, request *scheduleName) (*triggerResponse, error) {
			output, err := s.Trigger(ctx, request.Name)
			return &triggerResponse{Success: err == nil, Output: output, Error: errorText(err)}, nil
		}),
		// The answers of List and History have no place for an error: they are empty then.
		unary("List", func(ctx context.Context, request *listSchedulesRequest) (*listSchedulesResponse, error) {
			schedules, total, err := s.List(ctx, request.Limit, request.Offset, request.EnabledOnly)
			if err != nil {
				return &listSchedulesResponse{}, nil
			}
			return &listSchedulesResponse{schedules, total}, nil
		}),
		unary("History", func(ctx context.Context, request *scheduleHistoryRequest) (*scheduleHistoryResponse, error) {
			entries, total, err := s.History(ctx, request.Name, request.Limit, request.Offset)
			if err != nil {
				return &scheduleHistoryResponse{}, nil
			}
			return &scheduleHistoryResponse{entries, total}, nil
		}),
	}, streaming(a, "Triggers", triggers, same[ScheduleTrigger]))
}

func changing(name string, call func(context.Context, ScheduleRequest) (*Schedule, error)) grpc.MethodDesc {
	return unary(name, func(ctx context.Context, request *ScheduleRequest) (*scheduleResponse, error) {
		return scheduled(call(ctx, *request))
	})
}

func naming(name string, call func(context.Context, string) (*Schedule, error)) grpc.MethodDesc {
	return unary(name, func(ctx context.Context, request *scheduleName) (*scheduleResponse, error) {
		return scheduled(call(ctx, request.Name))
	})
}

func scheduled(schedule *Schedule, err error) (*scheduleResponse, error) {
	if err != nil {
		return &scheduleResponse{Error: errorText(err)}, nil
	}
	return &scheduleResponse{Schedule: schedule}, nil
}
