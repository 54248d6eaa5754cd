import { Injectable } from '@nestjs/common';
import type { ViewEntry, ViewKind } from '#libs/core/auth';
import type { SqlExecutor } from '#libs/core/persistence';
import { ViewEntries } from '../credentials/view-entries.js';
import { findViewEntry } from './credential-view.sql.js';

@Injectable()
export class DatabaseViewEntries extends ViewEntries {
  find<K extends ViewKind>(tx: SqlExecutor, kind: K, name: string): Promise<ViewEntry<K>> {
    return findViewEntry(tx, kind, name);
  }
}
