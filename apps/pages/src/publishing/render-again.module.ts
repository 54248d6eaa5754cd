import { Module } from '@nestjs/common';
import { RenderAgain } from './render-again.js';

/** For features whose changes concern the bytes of published pages. */
@Module({ providers: [RenderAgain], exports: [RenderAgain] })
export class RenderAgainModule {}
