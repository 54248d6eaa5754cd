import { Global, Module } from '@nestjs/common';
import { builtWebDir, WEB_DIR } from './web-dir.js';

/** The directory of the built page, which several features read. */
@Global()
@Module({ providers: [{ provide: WEB_DIR, useFactory: builtWebDir }], exports: [WEB_DIR] })
export class WebDirModule {}
