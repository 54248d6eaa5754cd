import { Inject, Injectable, mixin, type CanActivate, type ExecutionContext, type Type } from '@nestjs/common';
import { requestOf } from '#libs/auth';
import { Problem } from '#libs/http';

/** Whatever knows which ids are of something. */
interface Knowing {
  exists(id: string): Promise<boolean>;
}

/** A guard for routes with an id: what is unknown is 404, before query and body are judged. */
export function Known(service: Type<Knowing>, parameter = 'id'): Type<CanActivate> {
  @Injectable()
  class KnownGuard implements CanActivate {
    constructor(@Inject(service) private readonly knowing: Knowing) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const id = requestOf(context).params[parameter];
      if (typeof id === 'string' && (await this.knowing.exists(id))) return true;
      throw new Problem('NotFound');
    }
  }
  return mixin(KnownGuard);
}
