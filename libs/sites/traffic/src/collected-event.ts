import type { TenantId } from '#libs/core/persistence';

/** Kinds of events, as columns name them, and the words of the API. */
export const EVENT_KINDS = {
  view: 'visualizacao',
  click: 'clique',
  scroll: 'rolagem',
  conversion: 'conversao',
  form_view: 'formulario_visto',
  form_start: 'formulario_inicio',
  form_field: 'formulario_campo',
  form_submit: 'formulario_envio',
  custom: 'evento',
} as const;

export type EventKind = keyof typeof EVENT_KINDS;
export type EventKindWord = (typeof EVENT_KINDS)[EventKind];

/** Classes of devices; they are the sides of a heat map, too. */
export const DEVICES = ['desktop', 'mobile', 'tablet', 'bot', 'desconhecido'] as const;
export type Device = (typeof DEVICES)[number];

/** Why visits count as those of a program. */
export const BOT_REASONS = ['agent', 'datacenter', 'timing'] as const;
export type BotReason = (typeof BOT_REASONS)[number];

/** Attributes of a session: those of its first event. An empty text where there is none. */
export interface SessionAttributes {
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  utmTerm: string;
  utmContent: string;
  /** Host of the page that led here; empty for a page of the same site. */
  referrer: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  device: Device;
  os: string;
  browser: string;
  /** Primary subtag of BCP 47, such as `pt`. */
  language: string;
  /** Null for people. */
  bot: BotReason | null;
}

/** An event as it is counted: checked, its clock clipped, its visitor without a name, its session known. */
export interface CollectedEvent {
  tenantId: TenantId;
  /** UUID, unique over all tenants. */
  id: string;
  at: Date;
  kind: EventKind;
  /** UUID. */
  sessionId: string;
  /** Begin of the session, whose day is the one on which its visitor counts. */
  sessionStartedAt: Date;
  /** 64 bits in base64url. Null for who asks by GPC or DNT not to be followed. */
  visitorId: string | null;
  /** Whether the visitor agreed to an id that lasts; one without consent lasts a day. */
  consented: boolean;
  /** The page, or the pixel of a site of the tenant's own. */
  pageId: string;
  /** Version of the page, or variant of an experiment, in whose bytes the visitor was; null for a pixel. */
  variant: string | null;
  /** Path of the address, without its query. */
  path: string;
  /** Position in per cent of the page, 0 to 100. */
  x: number | null;
  y: number | null;
  /** Deepest point that was seen, in per cent of the page. */
  depth: number | null;
  /** The form of an event of a form and of a conversion by a lead; the name of any other event. */
  name: string | null;
  value: number | null;
  /** More of it: `field` and `last` of a form's event, `spam` of one that is sent, `lead` of a conversion with consent. */
  extra: Readonly<Record<string, string | number | boolean>> | null;
  session: SessionAttributes;
  /** Days that the event is kept, by the plan of the tenant; 0 for one that is counted in totals alone. */
  keptDays: number;
}
