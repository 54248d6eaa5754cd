import type { ViewEntry, ViewKind } from './views.js';

/** The authority behind the credential view: identity, over HTTP from other apps, from its tables in identity. */
export abstract class CredentialSource {
  /** The current state of each credential, null if there is none. @throws Problem ServiceUnavailable */
  abstract resolve<K extends ViewKind>(names: readonly (readonly [K, string])[]): Promise<ViewEntry<K>[]>;
}
