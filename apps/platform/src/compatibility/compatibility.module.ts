import { Module } from '@nestjs/common';
import { ResendModule } from './resend/resend.module.js';

/** Routes at the root, by which unchanged clients of other services send through this one. */
@Module({ imports: [ResendModule] })
export class CompatibilityModule {}
