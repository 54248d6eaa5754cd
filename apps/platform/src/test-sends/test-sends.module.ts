import { Module } from '@nestjs/common';
import { AuthGatewayModule } from '../auth/auth-gateway.module.js';
import { EmailsModule } from '../emails/emails.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { TenantsModule } from '../tenants/tenants.module.js';
import { TemplateTestController } from './template-test.controller.js';
import { TemplateTests } from './template-tests.js';
import { TemplateTestResolver } from './template-test.resolver.js';
import { TestRecipients } from './test-recipients.js';
import { TestSends } from './test-sends.js';

/** Test sends of templates; campaigns have theirs in their own module. */
@Module({
  imports: [AuthGatewayModule, EmailsModule, SendingModule, TemplatesModule, TenantsModule],
  controllers: [TemplateTestController],
  providers: [TemplateTestResolver, TemplateTests, TestRecipients, TestSends],
  exports: [TestSends],
})
export class TestSendsModule {}
