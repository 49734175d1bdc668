import { useEffect, useState, type ComponentType } from 'react';

interface MenuIconProps {
  /** Name of an icon of the kit. */
  readonly name: string | undefined;
}

/** The icons of the kit, once they have loaded. */
let Loaded: ComponentType<MenuIconProps> | null = null;

/** The icon of a menu entry. Its place stays empty until the icons have loaded, and if they cannot be loaded. */
export function MenuIcon({ name }: MenuIconProps) {
  const [Icon, setIcon] = useState(() => Loaded);
  useEffect(() => {
    if (Loaded) return;
    void import('@atrium/page-kit/icons').then(
      (icons) => {
        Loaded = icons.Icon;
        setIcon(() => icons.Icon);
      },
      () => undefined,
    );
  }, []);
  return Icon && <Icon name={name} />;
}
