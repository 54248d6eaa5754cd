import type SharpPackage from 'sharp';
import { lazyPackage } from '#libs/core/process';

const FORMATS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'];

/**
 * The package `sharp`, loaded at the first call. Decoders of formats that are refused anyway stay out of reach of what a file
 * pretends to be.
 */
export const sharp = lazyPackage<typeof SharpPackage>('sharp', (loaded) => {
  loaded.block({ operation: ['VipsForeignLoad'] });
  loaded.unblock({ operation: FORMATS.map((format) => `VipsForeignLoad${format}`) });
  loaded.cache(false);
});
