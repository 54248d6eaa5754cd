import { randomUUID } from 'node:crypto';
import {
  Body,
  Controller,
  Injectable,
  Post,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { currentTenantId, KeyOrSession, requireScope, type Scope } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { CountAs } from '../limits/key-limits.js';
import { BulkService, type BulkAction } from './bulk.service.js';
import { BulkRequest, BulkResponse, toBulkWork } from './bulk.dto.js';

const SCOPES: Readonly<Record<BulkAction, Scope>> = {
  publicar: 'pages:publish',
  despublicar: 'pages:publish',
  duplicar: 'pages:write',
  mudar_dominio: 'pages:write',
};

/** The scope that the action of a call takes; undefined for an unknown action. */
function scopeOf({ body }: Request<object, unknown, { acao?: unknown } | undefined>): Scope | undefined {
  const action = body?.acao;
  return typeof action === 'string' && Object.hasOwn(SCOPES, action) ? SCOPES[action as BulkAction] : undefined;
}

/** Rejects a key without the scope of the action, before the body is validated. */
@Injectable()
class RequireScopeOfAction implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const scope = scopeOf(context.switchToHttp().getRequest<Request>());
    if (scope) requireScope(scope);
    return next.handle();
  }
}

@ApiTags('Páginas')
@Controller('v1/paginas/lote')
export class BulkController {
  constructor(private readonly bulk: BulkService) {}

  @Post()
  @KeyOrSession(['pages:write', 'pages:publish'])
  @UseInterceptors(RequireScopeOfAction)
  @CountAs((request) => (scopeOf(request) === 'pages:publish' ? 'publishing' : undefined))
  @Operation({
    summary: 'Fazer o mesmo com até 100 páginas',
    description:
      'Cada página por si: uma que falha tem status erro e motivo. Com chave, publicar e despublicar pedem pages:publish, duplicar e mudar_dominio pages:write.',
    success: { status: 200, type: BulkResponse },
  })
  async run(@Body() body: BulkRequest): Promise<BulkResponse> {
    return BulkResponse.of(randomUUID(), body.acao, await this.bulk.run(currentTenantId(), toBulkWork(body)));
  }
}
