import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Form } from '#libs/sites/forms';
import { Problem } from '#libs/core/http';
import { Database, isId, isUnavailable } from '#libs/core/persistence';
import { IsNull } from 'typeorm';

const MAX_FORMS = 10_000;
/** How long a change of a form may take to show. */
const FRESH_MS = 2_000;
const RETRY_AFTER = '5';

interface Known {
  form: Form | null;
  readAt: number;
}

/** Forms by their ids, in the memory of this process; while the database is away, as they were last seen. */
@Injectable()
export class FormCache {
  private readonly known = new LRUCache<string, Known>({ max: MAX_FORMS });
  private readonly reading = new Map<string, Promise<Form | null>>();

  constructor(private readonly database: Database) {}

  /** Null for an unknown or deleted form. @throws Problem ServiceUnavailable for one never seen, without a database */
  async find(id: string): Promise<Form | null> {
    if (!isId('frm', id)) return null;
    const known = this.known.get(id);
    if (known && Date.now() - known.readAt < FRESH_MS) return known.form;
    try {
      return await this.read(id);
    } catch (cause) {
      if (!isUnavailable(cause)) throw cause;
      if (!known) throw new Problem('ServiceUnavailable', { headers: { 'Retry-After': RETRY_AFTER }, cause });
      known.readAt = Date.now();
      return known.form;
    }
  }

  /** Reads a form; concurrent calls share one query. */
  private read(id: string): Promise<Form | null> {
    const running = this.reading.get(id);
    if (running) return running;
    const reading = this.query(id).finally(() => this.reading.delete(id));
    this.reading.set(id, reading);
    return reading;
  }

  private async query(id: string): Promise<Form | null> {
    const form = await this.database.system((tx) => tx.findOneBy(Form, { id, deletedAt: IsNull() }));
    this.known.set(id, { form, readAt: Date.now() });
    return form;
  }
}
