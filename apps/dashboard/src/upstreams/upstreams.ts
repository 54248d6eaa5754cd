import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DashboardConfig } from '../config.js';
import { perApp, type AppName, type PerApp } from '../app-names.js';
import type { AppAnswer, AppCall, GatewayContext } from './app-call.js';
import { Upstream } from './upstream.js';

/** The GraphQL of all apps. */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  readonly #byApp: PerApp<Upstream>;

  constructor(config: DashboardConfig) {
    const deadlines = { queryMs: config.gatewayDeadlineMs, mutationMs: config.gatewayMutationDeadlineMs };
    this.#byApp = perApp((app) => new Upstream(app, config.urlOf(app), deadlines));
  }

  /** Runs an operation in an app. @throws AppUnavailable, AnswerTooLarge */
  run(app: AppName, call: AppCall, context: GatewayContext): Promise<AppAnswer> {
    return this.#byApp[app].run(call, context);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.#byApp).map((upstream) => upstream.close()));
  }
}
