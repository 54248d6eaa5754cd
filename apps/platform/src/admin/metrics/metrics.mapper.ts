import type { Channel } from '../../channel.js';
import { toRates, toTotals } from '../../reports/report.mapper.js';
import { QueueView } from '../dead-letters/dto/dead-letter.responses.js';
import type { ChannelView, MetricsView, TenantCountsView, WindowView } from './dto/metrics.responses.js';
import type { PlatformMetrics, TenantCounts } from './platform-metrics.service.js';
import { webhookSuccess, type PlatformWindow } from './window.js';

export function toMetricsView({ at, tenants, windows, queues, apiCalls }: PlatformMetrics): MetricsView {
  return {
    At: at.toISOString(),
    Tenants: tenants && toTenants(tenants),
    Windows: windows.map(toWindowView),
    Queues: queues.map((queue) => QueueView.of(queue, at)),
    ApiCalls: apiCalls,
  };
}

function toTenants({ active, trial, suspended }: TenantCounts): TenantCountsView {
  return { Active: active, Trial: trial, Suspended: suspended, Total: active + trial + suspended };
}

function toWindowView(window: PlatformWindow): WindowView {
  const { delivered, pending, failed } = window.webhooks;
  const channel = (name: Channel): ChannelView => ({
    Totals: toTotals(window.channels[name]),
    Rates: toRates(window.channels[name]),
  });
  return {
    Minutes: window.minutes,
    ByChannel: { email: channel('email'), sms: channel('sms'), push: channel('push') },
    Webhooks: { Delivered: delivered, Pending: pending, Failed: failed, SuccessRate: webhookSuccess(window) },
  };
}
