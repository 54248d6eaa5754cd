import type { ViewEntry, ViewKind } from '#libs/core/auth';
import type { SqlExecutor } from '#libs/core/persistence';

/** Reads credentials for the credential view. Implemented in `credential-view`, which knows the owners of all credentials. */
export abstract class ViewEntries {
  /** The entry for a credential as the database has it now; null if unknown or revoked. */
  abstract find<K extends ViewKind>(tx: SqlExecutor, kind: K, name: string): Promise<ViewEntry<K>>;
}
