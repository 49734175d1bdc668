import {
  Archive, ArrowDown, ArrowRight, ArrowUp, Bell, BookOpen, Briefcase, Building2, Calculator, Calendar, ChartColumn, ChartLine, ChartPie,
  CircleQuestionMark, CircleUser, ClipboardList, Clock, Cloud, Code, Contact, CreditCard, Database, Factory, File,
  FileText, Files, Folder, Globe, GraduationCap, House, Image, Inbox, Key, Keyboard, Landmark, Languages, LayoutDashboard,
  LayoutGrid, LifeBuoy, ListChecks, LogOut, Mail, MapPin, Megaphone, MessageSquare, Newspaper, NotebookPen, Package, Pencil, Phone, Plus,
  Receipt, Search, Settings, Shield, ShoppingCart, SlidersHorizontal, SquareKanban, Star, StickyNote, Store, SunMoon, Tag,
  Truck, User, Users, Wallet, Warehouse, Wrench,
  type LucideIcon,
} from 'lucide-react';

/**
 * The icons that a module manifest can name, by their names (those of https://lucide.dev). They are a fixed set, because the
 * shell knows no icons of the modules before their code loads. docs/reference/page-contract.md lists the names.
 */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  archive: Archive, 'arrow-down': ArrowDown, 'arrow-right': ArrowRight, 'arrow-up': ArrowUp, bell: Bell, 'book-open': BookOpen, briefcase: Briefcase, 'building-2': Building2, calculator: Calculator, calendar: Calendar,
  'chart-column': ChartColumn, 'chart-line': ChartLine, 'chart-pie': ChartPie, 'circle-question-mark': CircleQuestionMark, 'circle-user': CircleUser,
  'clipboard-list': ClipboardList, clock: Clock, cloud: Cloud, code: Code, contact: Contact, 'credit-card': CreditCard, database: Database,
  factory: Factory, 'file-text': FileText, files: Files, folder: Folder, globe: Globe, 'graduation-cap': GraduationCap, house: House, image: Image,
  inbox: Inbox, key: Key, keyboard: Keyboard, landmark: Landmark, languages: Languages, 'layout-dashboard': LayoutDashboard, 'layout-grid': LayoutGrid,
  'life-buoy': LifeBuoy, 'list-checks': ListChecks, 'log-out': LogOut, mail: Mail, 'map-pin': MapPin, megaphone: Megaphone, 'message-square': MessageSquare,
  newspaper: Newspaper, 'notebook-pen': NotebookPen, package: Package, pencil: Pencil, phone: Phone, plus: Plus, receipt: Receipt, search: Search, settings: Settings,
  shield: Shield, 'shopping-cart': ShoppingCart, 'sliders-horizontal': SlidersHorizontal, 'square-kanban': SquareKanban, star: Star,
  'sticky-note': StickyNote, store: Store, 'sun-moon': SunMoon, tag: Tag, truck: Truck, user: User, users: Users, wallet: Wallet, warehouse: Warehouse, wrench: Wrench,
};

/** The names of all icons. */
export const ICON_NAMES: readonly string[] = Object.keys(ICONS);

/** A colour of the tints in tokens.css, such as `tint-3`. */
const TINT = /^tint-[1-8]$/;

/**
 * A decorative icon from a module manifest, or a square in one of the kit's tints, `tint-1` to `tint-8`. Without a name, or with one
 * that the kit does not have, it is a sheet of paper.
 */
export function Icon({ name = '' }: { readonly name?: string | undefined }) {
  if (TINT.test(name)) {
    return (
      <svg aria-hidden="true" height="1rem" viewBox="0 0 16 16" width="1rem">
        <rect fill={`var(--atrium-${name})`} height="10" rx="2.5" width="10" x="3" y="3" />
      </svg>
    );
  }
  const Named = Object.hasOwn(ICONS, name) ? ICONS[name] : undefined;
  const Shown = Named ?? File;
  return <Shown aria-hidden="true" size="1rem" strokeWidth={1.75} />;
}
