import { Flag, MayBeAbsent } from '#libs/http';

export class RotateKeysRequest {
  @MayBeAbsent()
  @Flag({ description: 'Whether somebody else may know a key: then none of the present ones is trusted any more' })
  compromised?: boolean;
}
