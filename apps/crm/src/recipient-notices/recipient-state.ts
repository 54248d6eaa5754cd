import type { RecipientNotice } from '#libs/core/app-events';
import type { DataKey } from '#libs/core/secrets';
import { type CurrentConsent, type NewConsentChange, NO_EVIDENCE } from '../consent/consent.js';
import type { ContactRecord } from '../contacts/contact-record.js';
import type { EmailStatus } from '../contacts/contact-values.js';
import { type NoticeSubject, methodOf, statusAfterBounce, subjectOf } from './notice-subject.js';
import type { NoticeTime } from './recipient-notice.sql.js';

type Channel = RecipientNotice['channel'];

type Known = Pick<CurrentConsent, 'granted' | 'byPlatform'>;

/** Applies notices to one contact in memory, oldest first. */
export class RecipientState {
  /** Consents before, by channel; a channel without a record is absent. */
  readonly before: ReadonlyMap<Channel, boolean>;
  readonly changes: (NewConsentChange & { at: Date })[] = [];
  /** The addresses as Platform named them: it knows of these. */
  readonly told = new Set<string>();
  emailStatus: EmailStatus | null;
  readonly #consents: Map<Channel, Known>;
  readonly #times: Map<NoticeSubject, Date>;
  readonly #news = new Map<NoticeSubject, Date>();

  constructor(
    readonly record: ContactRecord & { key: DataKey },
    consents: readonly CurrentConsent[],
    times: readonly NoticeTime[],
  ) {
    this.emailStatus = record.contact.emailStatus;
    this.#consents = new Map(consents.map((one) => [one.channel as Channel, one]));
    this.before = new Map([...this.#consents].map(([channel, { granted }]) => [channel, granted]));
    this.#times = new Map(consents.map(({ channel, createdAt }) => [channel as Channel, createdAt]));
    for (const { subject, occurredAt } of times) this.#advance(subject, occurredAt);
  }

  /** Consents now, by channel. */
  get after(): ReadonlyMap<Channel, boolean> {
    return new Map([...this.#consents].map(([channel, { granted }]) => [channel, granted]));
  }

  get times(): NoticeTime[] {
    const { id: contactId } = this.record.contact;
    return [...this.#news].map(([subject, occurredAt]) => ({ contactId, subject, occurredAt }));
  }

  get hasNewStatus(): boolean {
    return this.emailStatus !== this.record.contact.emailStatus;
  }

  /** Applies a notice; one that something newer has overtaken changes nothing. */
  apply(notice: RecipientNotice, isPrimary: boolean): void {
    const subject = subjectOf(notice);
    const occurredAt = new Date(notice.occurredAt);
    const known = this.#times.get(subject);
    if (known && known > occurredAt) return;
    this.#news.set(subject, occurredAt);
    this.#advance(subject, occurredAt);
    if (notice.change !== 'bounced') this.#consent(notice, occurredAt);
    else if (isPrimary) this.emailStatus = statusAfterBounce(notice);
  }

  #consent(notice: RecipientNotice, at: Date): void {
    const { channel, address } = notice;
    const current = this.#consents.get(channel);
    const granted = notice.change === 'resubscribed';
    this.told.add(address);
    // A return lifts what the recipient did at Platform, and not what was recorded here.
    const isNews = granted ? current?.granted === false && current.byPlatform : current?.granted !== false;
    if (!isNews) return;
    const evidence = { ...NO_EVIDENCE, method: methodOf(notice) };
    this.changes.push({ channel, granted, authorId: null, leadId: null, evidence, at });
    this.#consents.set(channel, { granted, byPlatform: true });
  }

  #advance(subject: NoticeSubject, at: Date): void {
    const known = this.#times.get(subject);
    if (!known || known < at) this.#times.set(subject, at);
  }
}
