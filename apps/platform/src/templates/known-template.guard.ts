import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { currentTenantId, requestOf } from '#libs/auth';
import { TemplatesService } from './templates.service.js';

/** Refuses a template that is unknown, or another tenant's, before the body or the query is judged. */
@Injectable()
export class KnownTemplateGuard implements CanActivate {
  constructor(private readonly templates: TemplatesService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.templates.read(currentTenantId(), String(requestOf(context).params['id']));
    return true;
  }
}
