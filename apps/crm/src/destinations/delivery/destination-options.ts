import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { WebhookOptions, type NewDelivery, type WebhookTables } from '#libs/messaging/webhooks';
import { CrmConfig } from '../../config.js';
import { DELIVER_JOB } from './destination-job.js';
import { PORTUGUESE } from './portuguese-texts.js';

/** A delivery with the columns that the CRM has beside those of the machine. */
export interface NewDestinationDelivery extends NewDelivery {
  contactId: string | null;
  isTest: boolean;
  /** When it is attempted first; now if absent. */
  availableAt?: Date;
  /** Why it waits. */
  waitsFor?: string;
}

const TABLES: WebhookTables<NewDestinationDelivery> = {
  endpoint: 'destination',
  delivery: 'destination_delivery',
  attempt: null,
  ids: 'uuid',
  payload: 'bytea',
  address: `coalesce(url, config ->> 'pixel_id')`,
  targetColumns: 'provider, config, secret',
  deliveryColumns: 'is_test as "isTest"',
  insertedColumns: {
    contact_id: { type: 'text', of: ({ contactId }) => contactId },
    is_test: { type: 'boolean', of: ({ isTest }) => isTest },
    next_attempt_at: { type: 'timestamptz', of: ({ availableAt }) => availableAt ?? new Date() },
    error: { type: 'text', of: ({ waitsFor }) => waitsFor ?? null },
  },
  onceByEvent: true,
  newId: () => v7(),
  firstIdAt: firstUuidAt,
};

/** Destinations of the CRM: its tables, its texts, its limits. */
@Injectable()
export class DestinationOptions extends WebhookOptions {
  readonly tables = TABLES;
  readonly job = DELIVER_JOB;
  readonly texts = PORTUGUESE;
  readonly jobLeaseMs: number;
  readonly disableAfterDays: number;

  constructor({ jobLeaseMs, webhookDisableAfter }: CrmConfig) {
    super();
    this.jobLeaseMs = jobLeaseMs;
    this.disableAfterDays = webhookDisableAfter;
  }
}

/** The smallest UUIDv7 of a millisecond. */
function firstUuidAt(time: Date): string {
  const digits = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
