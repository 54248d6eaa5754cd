import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, Integer, MayBeAbsent, MayBeNull, Text, Timestamp } from '#libs/core/http';
import { ONE_LINE } from '../one-line.js';
import { INTERVAL_DAYS } from './vacation-values.js';
import type { VacationValues } from './vacation.repository.js';

@GraphqlInput('MailboxVacationInput')
export class SetVacationRequest {
  @Flag({ description: 'Enabling needs a text or HTML.' })
  enabled: boolean;

  @MayBeAbsent()
  @MayBeNull()
  @Timestamp({ example: '2026-12-20T00:00:00Z', description: 'From when on it answers; null or absent: at once.' })
  starts_at?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Timestamp({
    example: '2027-01-04T00:00:00Z',
    description: 'When it answers no more, after `starts_at`; null or absent: never.',
  })
  ends_at?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({
    max: 200,
    pattern: ONE_LINE,
    form: 'one line without control characters',
    example: 'Away until January',
    description: 'Null or absent: `Auto: ` and the subject of the message.',
  })
  subject?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 20_000, example: 'I am back on 4 January.' })
  text?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 100_000 })
  html?: string | null;

  @MayBeAbsent()
  @Integer({
    min: INTERVAL_DAYS.min,
    max: INTERVAL_DAYS.max,
    description: `Days until a sender is answered again; ${INTERVAL_DAYS.usual} if absent.`,
  })
  interval_days?: number;
}

export function toVacation(body: SetVacationRequest): VacationValues {
  const { enabled, starts_at, ends_at, subject, text, html, interval_days } = body;
  return {
    enabled,
    startsAt: dateOf(starts_at),
    endsAt: dateOf(ends_at),
    subject: subject?.trim() || null,
    text: text ?? null,
    html: html ?? null,
    intervalDays: interval_days ?? INTERVAL_DAYS.usual,
  };
}

const dateOf = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);

@GraphqlObject('MailboxVacation', 'What a mailbox answers by itself.')
export class VacationObject {
  @ApiProperty()
  enabled: boolean;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  starts_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ends_at: string | null;

  @ApiProperty({ type: String, nullable: true })
  subject: string | null;

  @ApiProperty({ type: String, nullable: true })
  text: string | null;

  @ApiProperty({ type: String, nullable: true })
  html: string | null;

  @ApiProperty({ type: 'integer', description: 'Days until a sender is answered again.' })
  interval_days: number;

  static of(values: VacationValues): VacationObject {
    const { enabled, startsAt, endsAt, subject, text, html, intervalDays } = values;
    return {
      enabled,
      starts_at: startsAt?.toISOString() ?? null,
      ends_at: endsAt?.toISOString() ?? null,
      subject,
      text,
      html,
      interval_days: intervalDays,
    };
  }
}
