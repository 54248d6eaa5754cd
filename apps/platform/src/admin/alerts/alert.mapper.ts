import type { AlertCondition } from './alert.js';
import type { AlertRequest } from './dto/alert.requests.js';

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
