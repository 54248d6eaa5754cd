import type { BrandKit } from '#libs/sites/sites';
import type { Brand } from '../markup/page-context.js';

/** The look of tenants that chose none. */
export const DEFAULT_BRAND: Brand = {
  name: '',
  logoId: null,
  colors: { primary: '#1d4ed8', onPrimary: '#ffffff', text: '#111827', background: '#ffffff', surface: '#f3f4f6' },
  headingFont: 'inter',
  textFont: 'inter',
  radius: 8,
};

export function brandOf(kit: BrandKit | null): Brand {
  if (!kit) return DEFAULT_BRAND;
  return {
    name: kit.name,
    logoId: kit.logoId,
    colors: {
      primary: kit.primaryColor,
      onPrimary: kit.onPrimaryColor,
      text: kit.textColor,
      background: kit.backgroundColor,
      surface: kit.surfaceColor,
    },
    headingFont: kit.headingFont,
    textFont: kit.textFont,
    radius: kit.radius,
  };
}

export function kitOf({ colors, ...brand }: Brand): Omit<BrandKit, 'tenantId' | 'updatedAt'> {
  return {
    ...brand,
    primaryColor: colors.primary,
    onPrimaryColor: colors.onPrimary,
    textColor: colors.text,
    backgroundColor: colors.background,
    surfaceColor: colors.surface,
  };
}
