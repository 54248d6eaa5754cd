import type {
  GroupObject,
  OverviewResponse,
  PointObject,
  RatesObject,
  TopTemplateObject,
  TotalsObject,
} from './dto/report.responses.js';
import {
  ratesOf,
  type EventTotals,
  type GroupTotals,
  type Overview,
  type Period,
  type SeriesPoint,
  type TemplateTotals,
} from './report.js';

export function toOverview({ from, to }: Period, { totals, byChannel }: Overview): OverviewResponse {
  return {
    From: from.toISOString(),
    To: to.toISOString(),
    Totals: toTotals(totals),
    Rates: toRates(totals),
    ByChannel: { email: toTotals(byChannel.email), sms: toTotals(byChannel.sms), push: toTotals(byChannel.push) },
  };
}

export function toPoint({ at, totals }: SeriesPoint): PointObject {
  return { At: at.toISOString(), ...toTotals(totals) };
}

export function toTopTemplate({ templateId, name, totals }: TemplateTotals): TopTemplateObject {
  return { TemplateId: templateId, Name: name, Totals: toTotals(totals), Rates: toRates(totals) };
}

export function toGroup({ value, totals }: GroupTotals): GroupObject {
  return { Value: value, Totals: toTotals(totals), Rates: toRates(totals) };
}

export function toTotals(totals: EventTotals): TotalsObject {
  return {
    Accepted: totals.accepted,
    Sent: totals.sent,
    Delivered: totals.delivered,
    Failed: totals.failed,
    Bounced: totals.bounced,
    Complained: totals.complained,
    Opened: totals.opened,
    Clicked: totals.clicked,
    Unsubscribed: totals.unsubscribed,
    HumanOpened: totals.human_opened,
    HumanClicked: totals.human_clicked,
    UniqueOpened: totals.unique_opened,
    UniqueClicked: totals.unique_clicked,
  };
}

export function toRates(totals: EventTotals): RatesObject {
  const rates = ratesOf(totals);
  return {
    Sent: rates.sent,
    Delivered: rates.delivered,
    Bounced: rates.bounced,
    Complained: rates.complained,
    Opened: rates.opened,
    Clicked: rates.clicked,
    Unsubscribed: rates.unsubscribed,
  };
}
