import type { AlertCondition, AlertEvent, AlertRule } from './alert.js';
import type { AlertEventPage } from './alerts.service.js';
import type { AlertRequest } from './dto/alert.requests.js';
import type { AlertEventPageResponse, AlertEventView, AlertView } from './dto/alert.responses.js';

export function toCondition(request: AlertRequest): AlertCondition {
  return {
    name: request.Name,
    metric: request.Metric,
    operator: request.Operator,
    threshold: request.Threshold,
    windowMinutes: request.WindowMinutes,
    active: request.Active ?? true,
  };
}

export function toAlertView(rule: AlertRule): AlertView {
  return {
    Id: rule.id,
    Name: rule.name,
    Metric: rule.metric,
    Operator: rule.operator,
    Threshold: rule.threshold,
    WindowMinutes: rule.windowMinutes,
    Active: rule.active,
    State: rule.state,
    Value: rule.value,
    EvaluatedAt: rule.evaluatedAt?.toISOString() ?? null,
    CreatedAt: rule.createdAt.toISOString(),
    UpdatedAt: rule.updatedAt.toISOString(),
  };
}

export function toEventPage({ items, nextCursor, hasMore }: AlertEventPage): AlertEventPageResponse {
  return { Events: items.map(toEventView), NextCursor: nextCursor, HasMore: hasMore };
}

function toEventView(event: AlertEvent): AlertEventView {
  return {
    AlertId: event.ruleId,
    Name: event.name,
    Metric: event.metric,
    Operator: event.operator,
    Threshold: event.threshold,
    WindowMinutes: event.windowMinutes,
    Type: event.type,
    Value: event.value,
    Reason: event.reason,
    OccurredAt: event.occurredAt.toISOString(),
  };
}
