import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ContactObject } from '../dto/contact.object.js';
import { LifecycleService } from './lifecycle.service.js';

@ApiTags('Contatos')
@Session()
@Controller('v1/contatos/:id')
export class LifecycleController {
  constructor(private readonly lifecycle: LifecycleService) {}

  @Post('promover')
  @Operation({
    summary: 'Promover um lead a contato',
    description: 'Fica na linha do tempo e emite crm.contact.promoted. Um contato fica como está.',
    success: { status: 200, type: ContactObject },
  })
  async promote(@Param('id') id: string): Promise<ContactObject> {
    return ContactObject.of(await this.lifecycle.change(currentTenantId(), currentSession().userId, id, 'contact'));
  }

  @Post('rebaixar')
  @Operation({
    summary: 'Rebaixar um contato a lead',
    description: 'Fica na linha do tempo. Um lead fica como está.',
    success: { status: 200, type: ContactObject },
  })
  async demote(@Param('id') id: string): Promise<ContactObject> {
    return ContactObject.of(await this.lifecycle.change(currentTenantId(), currentSession().userId, id, 'lead'));
  }
}
