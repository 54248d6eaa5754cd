import { applyDecorators } from '@nestjs/common';
import { Flag, MayBeAbsent } from '#libs/core/http';

/** A field by which a send goes to the others when some of its recipients are suppressed; it may be absent. */
export const SkipSuppressed = (): PropertyDecorator =>
  applyDecorators(
    MayBeAbsent(),
    Flag({ description: 'Send to the others when some recipients are suppressed; without it nothing is sent then.' }),
  );
