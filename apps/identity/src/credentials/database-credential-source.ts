import { Injectable } from '@nestjs/common';
import { CredentialSource, ViewStore, ViewUnavailable, type ViewEntry, type ViewKind, type ViewMark } from '#libs/auth';
import { SystemDatabase } from '../database/system-database.js';
import { readTruth } from './credential-truth.js';

/** Answers from identity's own tables, and leaves the answers in the view. */
@Injectable()
export class DatabaseCredentialSource extends CredentialSource {
  constructor(
    private readonly system: SystemDatabase,
    private readonly view: ViewStore,
  ) {
    super();
  }

  async resolve<K extends ViewKind>(names: readonly (readonly [K, string])[]): Promise<ViewEntry<K>[]> {
    // The mark comes first: what is read from here on may be stored under it, unless the view moves on.
    const mark = await this.markIfThere();
    const entries = await Promise.all(names.map(([kind, name]) => this.read(kind, name)));
    if (mark)
      await Promise.all(names.map(([kind, name], index) => this.fill(mark, kind, name, entries[index] ?? null)));
    return entries;
  }

  private async read<K extends ViewKind>(kind: K, name: string): Promise<ViewEntry<K>> {
    return readTruth(
      { query: async (sql, parameters) => ({ rows: await this.system.query(sql, parameters) }) },
      kind,
      name,
    );
  }

  private async markIfThere(): Promise<ViewMark | undefined> {
    return this.view.mark().catch(ignoreUnavailable);
  }

  private async fill<K extends ViewKind>(mark: ViewMark, kind: K, name: string, entry: ViewEntry<K>): Promise<void> {
    await this.view.fill(mark, kind, name, entry).catch(ignoreUnavailable);
  }
}

/** The answer is good without the view; the next one is asked for again. */
function ignoreUnavailable(error: unknown): undefined {
  if (error instanceof ViewUnavailable) return undefined;
  throw error;
}
