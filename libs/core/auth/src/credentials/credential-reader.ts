import { Injectable } from '@nestjs/common';
import { CredentialSource } from './credential-source.js';
import { ViewStore, ViewUnavailable } from './view-store.js';
import type { CredentialViews, ViewEntry, ViewKind } from './views.js';

/** Reads credentials from the view, and missing ones from identity. Never caches in memory. */
@Injectable()
export class CredentialReader {
  constructor(
    private readonly view: ViewStore,
    private readonly source: CredentialSource,
  ) {}

  async read<K extends ViewKind>(kind: K, name: string): Promise<CredentialViews[K] | null> {
    const [entry] = await this.readAll<K>([[kind, name]]);
    return entry ?? null;
  }

  /** Two entries of different kinds in one round trip. */
  async readPair<A extends ViewKind, B extends ViewKind>(
    first: readonly [A, string],
    second: readonly [B, string],
  ): Promise<[ViewEntry<A>, ViewEntry<B>]> {
    const [a, b] = await this.readAll<ViewKind>([first, second]);
    return [a as ViewEntry<A>, b as ViewEntry<B>];
  }

  private async readAll<K extends ViewKind>(names: readonly (readonly [K, string])[]): Promise<ViewEntry<K>[]> {
    const known = await this.fromView(names);
    const missing = names.filter((_, index) => known[index] === undefined);
    if (missing.length === 0) return known as ViewEntry<K>[];
    const answers = await this.source.resolve(missing);
    return known.map((entry) => (entry === undefined ? (answers.shift() ?? null) : entry));
  }

  private async fromView<K extends ViewKind>(names: readonly (readonly [K, string])[]) {
    try {
      return await this.view.read(names);
    } catch (error) {
      if (!(error instanceof ViewUnavailable)) throw error;
      return names.map(() => undefined);
    }
  }
}
