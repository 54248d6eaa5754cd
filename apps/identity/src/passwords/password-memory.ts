import { ValidateBy, type ValidationArguments } from 'class-validator';
import type { AppConfig } from '#libs/core/config';

/** Recommendation of OWASP for argon2id with two passes and one lane. */
export const RECOMMENDED_KIB = 19_456;

/** Refuses any other memory than the recommended one in production. Tests hash many passwords and take less. */
export function IsRecommendedInProduction(): PropertyDecorator {
  return ValidateBy({
    name: 'isRecommendedInProduction',
    validator: {
      validate: (value: unknown, args?: ValidationArguments) =>
        value === RECOMMENDED_KIB || !(args?.object as AppConfig | undefined)?.isProduction,
      defaultMessage: () => `$property must be ${RECOMMENDED_KIB} in production`,
    },
  });
}
