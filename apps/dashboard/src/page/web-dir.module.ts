import { type DynamicModule, Module } from '@nestjs/common';
import { WEB_DIR } from './web-dir.js';

/** The directory of the built page, which several features read. */
@Module({})
export class WebDirModule {
  static forRoot(webDir: string): DynamicModule {
    return {
      module: WebDirModule,
      global: true,
      providers: [{ provide: WEB_DIR, useValue: webDir }],
      exports: [WEB_DIR],
    };
  }
}
