import type * as OpenPgp from 'openpgp';
import { lazyPackage } from '#libs/core/process';

/** An app at rest verifies nothing. */
export const openpgp = lazyPackage<typeof OpenPgp>('openpgp');
