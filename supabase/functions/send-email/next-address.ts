/**
 * Where a link goes on to when it has been redeemed: what was asked for, on the site itself; otherwise the site. The
 * auth service has compared it with its list, which also has addresses that mails do not lead to.
 */
export function nextAddress(asked: string, siteUrl: string): string {
  if (!URL.canParse(asked)) return siteUrl;
  const { origin, href } = new URL(asked);
  return origin === new URL(siteUrl).origin ? href : siteUrl;
}
