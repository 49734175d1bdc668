import { isSignedWith, parsePreview, signPreview } from '../../../src/preview/preview-link.ts';
import type { ReleaseStore } from '../../../src/stores/release-store.ts';

/** The keys of previews, which a site's server reads from its store. */
export function describePreviews(open: () => Promise<ReleaseStore>): void {
  describe('previews', () => {
    test('returns the preview key of a valid token only', async () => {
      const { teams } = await open();
      const text = await teams.createToken({ team: 'orders', remotes: ['orders'] });
      const id = text.split('_')[1] ?? '';
      const preview = parsePreview(signPreview(text, { name: 'orders', release: 'a'.repeat(16), expires: 1, path: '/' }));
      if (preview === null) throw new Error('No preview was signed.');
      const signer = await teams.previewKeyOf(id);
      expect(signer).toMatchObject({ team: 'orders', remotes: ['orders'] });
      expect(isSignedWith(preview, signer?.key ?? Buffer.alloc(0))).toBe(true);
      const other = await teams.createToken({ team: 'orders' });
      const { key } = (await teams.previewKeyOf(other.split('_')[1] ?? '')) ?? { key: Buffer.alloc(0) };
      expect(isSignedWith(preview, key)).toBe(false);
      const expired = await teams.createToken({ team: 'orders', expiresInDays: 0 });
      await teams.revokeToken(id);
      for (const worthless of [id, expired.split('_')[1] ?? '', 'aaaaaaaa', '']) expect(await teams.previewKeyOf(worthless)).toBeNull();
    });
  });
}
