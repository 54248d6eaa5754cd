import { Controller, Get, Put } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { currentKey, KeyInHeader } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { TOKEN } from '../postmark-token.js';
import { serverIdOf } from '../server-id.js';

/** The account of a key, which is what Postmark calls a server. */
@ApiExcludeController()
@Controller('server')
export class PostmarkServerController {
  /** Keys are not kept in a form in which they could be shown. */
  @Get()
  @KeyInHeader('account:read', TOKEN)
  get(): object {
    const { tenant, environment } = currentKey();
    const DeliveryType = environment === 'test' ? 'Sandbox' : 'Live';
    return { ID: serverIdOf(tenant.id), Name: tenant.name, ApiTokens: [], DeliveryType };
  }

  @Put()
  @KeyInHeader('account:read', TOKEN)
  edit(): never {
    throw new Problem('ValidationError', {
      message: 'A key cannot change its account: its members do on the dashboard',
    });
  }
}
