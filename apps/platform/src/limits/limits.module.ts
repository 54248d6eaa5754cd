import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import {
  ADDRESS_LIMITS,
  type AddressLimitRule,
  AddressLimits,
  FAILED_CALL_RULE,
  FailedCallLimit,
  type FailedCallRule,
} from '#libs/core/limits';
import { PlatformConfig } from '../config.js';
import { AUTH_PATH, SITE_PATH, SMS_CALLBACK_PATH, VISITOR_PATH } from './public-paths.js';

/** The limit of what signs in, and of what takes a password or a code. */
export const AUTH_CALLS = 'auth-calls';

/** Public routes that share a limit, by the beginning of their path. */
const addressLimits = (config: PlatformConfig): AddressLimitRule[] => [
  { name: AUTH_CALLS, begins: AUTH_PATH, callsPerMinute: config.authCallsPerMinute },
  { name: 'site-calls', begins: SITE_PATH, callsPerMinute: config.siteCallsPerMinute },
  { name: 'visitor-calls', begins: VISITOR_PATH, callsPerMinute: config.visitorCallsPerMinute },
];

const failedCalls = ({ failedCallsPerMinute }: PlatformConfig): FailedCallRule => ({
  callsPerMinute: failedCallsPerMinute,
  isExempt: (path) => path.startsWith(AUTH_PATH),
  // An invalid credential, or an invalid signature on a carrier's report.
  isFailure: (path, status) => status === 401 || (status === 403 && path.startsWith(SMS_CALLBACK_PATH)),
});

/** Limits of calls a minute by IP address; PlanRatesModule has the limits of a tenant's plan. */
@Module({
  providers: [
    { provide: ADDRESS_LIMITS, inject: [PlatformConfig], useFactory: addressLimits },
    AddressLimits,
    { provide: FAILED_CALL_RULE, inject: [PlatformConfig], useFactory: failedCalls },
  ],
  exports: [AddressLimits],
})
export class LimitsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(FailedCallLimit).forRoutes('{*path}');
  }
}
