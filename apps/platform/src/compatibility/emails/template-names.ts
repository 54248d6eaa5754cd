import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { currentTenantId } from '#libs/core/auth';
import { Database } from '#libs/core/persistence';
import { Template } from '../../templates/template.entity.js';

/** Finds the templates that clients of other services name otherwise than by our id. */
@Injectable()
export class TemplateNames {
  constructor(private readonly database: Database) {}

  /**
   * Ids of templates of e-mail by what clients call them, in one statement: an alias, or else a name. What no template is called
   * is absent.
   */
  async idsOf(names: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const wanted = [...new Set(names)];
    if (wanted.length === 0) return new Map();
    const tenantId = currentTenantId();
    const found = await this.database.tenant(tenantId, (tx) =>
      tx.find(Template, {
        select: { id: true, name: true, alias: true },
        where: [
          { tenantId, channel: 'email', name: In(wanted) },
          { tenantId, channel: 'email', alias: In(wanted) },
        ],
      }),
    );
    const byName = new Map(found.map(({ id, name }) => [name, id]));
    const byAlias = new Map(found.flatMap(({ id, alias }) => (alias === null ? [] : [[alias, id] as const])));
    return new Map([...byName, ...byAlias]);
  }
}
