import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { ReadinessRegistry } from './meta/readiness.js';

/** Wraps an app's module, so that `ReadinessRegistry` can be injected everywhere in it. */
@Global()
@Module({ providers: [ReadinessRegistry], exports: [ReadinessRegistry] })
export class HttpModule {
  static around(module: Type | DynamicModule): DynamicModule {
    return { module: HttpModule, imports: [module] };
  }
}
