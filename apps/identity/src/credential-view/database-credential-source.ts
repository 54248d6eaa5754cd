import { Injectable } from '@nestjs/common';
import { CredentialSource, ViewStore, ViewUnavailable, type ViewEntry, type ViewKind } from '#libs/core/auth';
import { Database } from '#libs/core/persistence';
import { findViewEntry } from './credential-view.sql.js';

/** Resolves credentials from identity's own tables and stores the answers in the credential view. */
@Injectable()
export class DatabaseCredentialSource extends CredentialSource {
  constructor(
    private readonly database: Database,
    private readonly view: ViewStore,
  ) {
    super();
  }

  async resolve<K extends ViewKind>(names: readonly (readonly [K, string])[]): Promise<ViewEntry<K>[]> {
    // The mark comes before the read: an entry is stored only if the view has not moved on since.
    const mark = await this.view.mark().catch(ignoreUnavailable);
    const entries = await Promise.all(
      names.map(([kind, name]) => this.database.statement((pool) => findViewEntry(pool, kind, name))),
    );
    if (!mark) return entries;
    await Promise.all(
      names.map(([kind, name], index) =>
        this.view.fill(mark, kind, name, entries[index] ?? null).catch(ignoreUnavailable),
      ),
    );
    return entries;
  }
}

/** The answer is valid without the view. */
function ignoreUnavailable(error: unknown): undefined {
  if (error instanceof ViewUnavailable) return undefined;
  throw error;
}
