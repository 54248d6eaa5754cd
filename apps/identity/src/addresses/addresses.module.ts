import { Module } from '@nestjs/common';
import { BlocklistModule } from '../blocklist/blocklist.module.js';
import { LinksModule } from '../links/links.module.js';
import { MailModule } from '../mail/mail.module.js';
import { AddressRepository } from './address.repository.js';
import { AddressesController } from './addresses.controller.js';
import { AddressesService } from './addresses.service.js';
import { VerificationService } from './verification.service.js';

@Module({
  imports: [BlocklistModule, LinksModule, MailModule],
  controllers: [AddressesController],
  providers: [AddressesService, VerificationService, AddressRepository],
  exports: [AddressesService, VerificationService, AddressRepository],
})
export class AddressesModule {}
