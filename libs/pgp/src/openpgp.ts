import type * as OpenPgp from 'openpgp';
import { lazyPackage } from '#libs/lazy';

/** An app at rest verifies nothing. */
export const openpgp = lazyPackage<typeof OpenPgp>('openpgp');
