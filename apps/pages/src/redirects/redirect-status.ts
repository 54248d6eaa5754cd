import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { rule } from '#libs/core/http';

/** Moved for good or for now; 307 and 308 keep the method of the request. */
export const REDIRECT_STATUSES = [301, 302, 307, 308];

/** A status of a redirect. */
export function RedirectStatus({ description }: { description: string }): PropertyDecorator {
  const isStatus = (value: unknown) => REDIRECT_STATUSES.some((status) => status === value);
  return applyDecorators(
    rule('isRedirectStatus', isStatus, `must be one of the following values: ${REDIRECT_STATUSES.join(', ')}`),
    ApiProperty({ type: 'integer', enum: REDIRECT_STATUSES, description }),
  );
}
