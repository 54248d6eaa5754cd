import { Module } from '@nestjs/common';
import { ContactListModule } from '../contact-list/contact-list.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { CustomersResolver } from './graphql/customers.resolver.js';
import { CustomersController } from './customers.controller.js';
import { CustomersService } from './customers.service.js';

@Module({
  imports: [ContactListModule, ContactsModule],
  controllers: [CustomersController],
  providers: [CustomersResolver, CustomersService],
})
export class CustomersModule {}
