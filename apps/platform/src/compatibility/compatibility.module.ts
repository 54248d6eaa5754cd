import { Module } from '@nestjs/common';
import { PostmarkModule } from './postmark/postmark.module.js';
import { ResendModule } from './resend/resend.module.js';
import { SesModule } from './ses/ses.module.js';

/** Routes at the root, by which unchanged clients of other services send through this one. */
@Module({ imports: [PostmarkModule, ResendModule, SesModule] })
export class CompatibilityModule {}
