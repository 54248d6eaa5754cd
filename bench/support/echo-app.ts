// An app with one route and everything that all apps have: guard, validation, envelope, log and metrics.
import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { AuthModule, Public } from '#libs/core/auth';
import { createApp, detailedEnvelope } from '#libs/core/http';
import { fastHttp } from '#libs/core/http-fast';
import { logger } from '#libs/core/observability';
import { SendEmailRequest } from '../../apps/platform/src/emails/dto/send-email.request.js';

@Controller('echo')
class EchoController {
  @Post()
  @HttpCode(200)
  @Public()
  echo(@Body() body: SendEmailRequest): SendEmailRequest {
    return body;
  }
}

/** There is no identity: a public route needs no credential. */
const NOWHERE = 'http://127.0.0.1:1';

@Module({
  imports: [
    AuthModule.forApp({
      redisUrl: process.env['REDIS_URL'] ?? '',
      serviceSecret: 'bench',
      issuer: NOWHERE,
      identityUrl: NOWHERE,
    }),
  ],
  controllers: [EchoController],
})
class EchoModule {}

logger.configure({ service: 'echo', level: 'warn' });
const app = await createApp(
  EchoModule,
  {
    service: 'echo',
    envelope: detailedEnvelope(),
    bodyLimit: 1_048_576,
    openapi: { title: 'Echo', version: '1', description: 'Returns its request body.' },
  },
  { closeOnSignals: true, fast: fastHttp() },
);
await app.listen(Number(process.env['PORT']), '127.0.0.1');
