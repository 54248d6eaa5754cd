import { Module, type DynamicModule } from '@nestjs/common';
import { KeyRing, SecretBox } from '#libs/secrets';
import { PlatformConfig } from './config.js';

/** The configuration, and what is made of it alone. */
@Module({})
export class SettingsModule {
  static with(config: PlatformConfig): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [
        { provide: PlatformConfig, useValue: config },
        { provide: SecretBox, useFactory: () => new SecretBox(KeyRing.fromConfig(config.encryptionKeys)) },
      ],
      exports: [PlatformConfig, SecretBox],
    };
  }
}
