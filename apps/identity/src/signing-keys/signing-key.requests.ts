import { Flag, MayBeAbsent } from '#libs/core/http';

export class RotateKeysRequest {
  @MayBeAbsent()
  @Flag({ description: 'Whether a key may have leaked: then all present keys become invalid' })
  compromised?: boolean;
}
