import { pngFile, type ImageFile, type Shape } from '../people/image-file.ts';

type Color = Shape['color'];

const GRASS: Color = [214, 230, 203];
const LEAVES: Color = [108, 153, 92];
const STONE: Color = [240, 235, 224];
const WALL: Color = [74, 74, 68];
const WOOD: Color = [201, 96, 58];
const CLOTH: Color = [250, 250, 248];
const WATER: Color = [122, 178, 220];
const SAND: Color = [226, 177, 72];
const RED: Color = [214, 51, 43];

const rectangle = (color: Color, left: number, top: number, width: number, height: number, radius = 0): Shape => ({ color, left, top, width, height, radius });
const circle = (color: Color, x: number, y: number, radius: number): Shape => rectangle(color, x - radius, y - radius, 2 * radius, 2 * radius, radius);

/** A round table with four chairs. */
const table = (x: number, y: number): readonly Shape[] => [
  ...[[-88, 0], [88, 0], [0, -88], [0, 88]].map(([right = 0, down = 0]) => circle(WOOD, x + right, y + down, 26)),
  circle(CLOTH, x, y, 72),
  circle(STONE, x, y, 26),
];

const tree = (x: number, y: number, radius: number): readonly Shape[] => [circle(LEAVES, x, y, radius), circle(GRASS, x, y, Math.round(radius / 6))];

/** The plan of a garden party: the house with its terrace, a pond, a long table and round ones. */
const PLAN_SHAPES: readonly Shape[] = [
  rectangle(GRASS, 0, 0, 1600, 1000),
  rectangle(STONE, 420, 250, 260, 500, 24),
  rectangle(STONE, 660, 470, 940, 60),
  rectangle(WALL, 60, 130, 380, 740, 8),
  rectangle(STONE, 84, 154, 332, 330),
  rectangle(SAND, 84, 508, 332, 338),
  rectangle(STONE, 416, 420, 24, 160),
  rectangle(WOOD, 130, 210, 180, 90, 12),
  circle(CLOTH, 250, 680, 70),
  rectangle(WATER, 1200, 610, 300, 260, 120),
  rectangle(WOOD, 760, 130, 460, 30, 10),
  rectangle(CLOTH, 740, 176, 500, 96, 12),
  rectangle(WOOD, 760, 288, 460, 30, 10),
  ...table(790, 670),
  ...table(940, 870),
  ...table(1050, 650),
  ...tree(1430, 190, 120),
  ...tree(1320, 370, 66),
  ...tree(560, 880, 84),
  ...tree(560, 110, 70),
];

/** A map: streets between blocks of houses, a river with two bridges, a park, and a mark. */
const MAP_SHAPES: readonly Shape[] = [
  rectangle(STONE, 0, 0, 1200, 1600),
  ...[0, 1, 2].flatMap((column) => [0, 1, 2, 3].map((row) => rectangle(row === 1 && column === 0 ? LEAVES : GRASS, 40 + column * 400, 40 + row * 400, 320, 320, 20))),
  rectangle(WATER, 0, 930, 1200, 130),
  rectangle(CLOTH, 360, 0, 40, 1600),
  rectangle(CLOTH, 760, 0, 40, 1600),
  rectangle(CLOTH, 0, 360, 1200, 40),
  rectangle(CLOTH, 0, 760, 1200, 40),
  rectangle(CLOTH, 0, 1160, 1200, 40),
  circle(CLOTH, 640, 540, 130),
  circle(RED, 640, 540, 104),
  circle(CLOTH, 640, 540, 36),
];

/** The pictures of the first note. Their thumbnails are as the page makes them (thumbnail.ts), which needs a browser: 96 pixels wide, WebP. */
export const SAMPLE_PICTURES = [
  {
    ...pngFile('plan.png', { width: 1600, height: 1000, shapes: PLAN_SHAPES }),
    thumbnail:
      'data:image/webp;base64,UklGRlIEAABXRUJQVlA4IEYEAABwFwCdASpgAGAAPp0+m0oloyMhq5J+QLATiWYAyqvCztODddzrNIm3U8wHnC9Ed1DO9B4B9Ni8DctaHHaIO/rMNHg3e/9jBmTSlo4IivhhcQa1zojK6V8FhG57W+YFnLQeSc4B0cItplq8uNaBrs3zINUJmycARPAjL0hFq92MbpONix8vsXEtaUG6s9iw5JFmIA9YItchKRByemVXYEueMNTPjH3/m6SglPtSsAryIgB+6NK/VcNF5U+XuszxyTgHo3MAAP7o4tFHI98x/znvDax3KJawpQCX11hkl0Da/ExKGnHAXknbwS/59BspKVo4VUzv2meoHHgwpQSOiYyuu9LHEbos313UXvsbyWlNTfJn2W8cjvSfT8KZygqHEkahBsn0+wQ/a1x6nEwLsosAxNVWlAZE8zR2b/jn2Vuuq9Yc3jKF0vHeCUX8qqhKQEl36zwoWb8q6o5FFoqnx4DFe2YuITQP/JXkp/JH5XEPwr+9iBonp7Kz+EYm+L5gR76PkwFLyzzMDcwHuYZTY6N3sG8CYvISgforPQPWXVhJZQ1brWOvuL06vv9QIVpNlf/+sMshB4fmopHmNGWUzWJo0+R7IpOfnw6jncz5Z+WS0YOp38nLQckwOJZfxKP7d3JFanNa1ggug8w9tfhLoaSx7qgqdr78Rpq8suNDZif//IQsL/fDE/ZqxKZbLQaOdpyPUqyI+IAGZb/u7NGIQ9DnCzTAl22PhTwpU45ICdlk26pMHAQUxPLufxUnnm7lU+zcsiYtBfABQSTfNT2eSXEwXdf2ylAl2Eq8cmw8TK/i7oI+F8Msqdvxq2R+7aF4v1jT9z7XfzQ9hH2V2U59fh8S2/FLx48Guz0o82IF3O4cm9g87H3ID4FdC4fDDdpOhzHsoOo7QPbFfbPXFFYazXu8zuNeiTM2+hOEAPvh5sdooFac6rq7yrSOJTnrZ30/KS0HaOyj9n/5l8DnH/74MRroU1U2UfMdcfl583auCEOnrTUFokrE44FldIJQhvXawCWe0piEF+Zctd1QSEecNjLJSPu1EfWc6y3X0v5Lomyzl+zU+WmCMfYdbuWtkz+dh0mwHHZwPwtSBKOuHh/Tf6P99Ikc5Xsk3tTwDW9cBX2afEq0SeLa5BmqxxpAVrlQymoA8w5MnfCEd6p9X5OGLGHo3L5ya3X6jOfIlNHxbtDKdmrplGxAe/5biY32x3OsGtqZSC8pem1qMfc1wShFUv0bgwcn+6zMkcEMtWT8KW9+8YR7VXC6VeK1zXh1mpNeaFAm/P6ap/cM8AYuaVqn2xpd5byQzy1PNmCXu8/L91rcAe5kX+it4n4lmDSMxNIRDqMeS9YNPCIi8V7qtvrMwM0nL3NL4NT9cMygrH/ps8+is2wFOz/1fSOTcz+2++Wrldz1p+CPtCSQAxfB/rq3iwcoPdOmLV9DbrBb6nGZ1VBr6CPJwI4AAA==',
  },
  {
    ...pngFile('map.png', { width: 1200, height: 1600, shapes: MAP_SHAPES }),
    thumbnail:
      'data:image/webp;base64,UklGRgoDAABXRUJQVlA4IP4CAADwFQCdASpgAGAAPp1CnUwloyKiI5QMOLATiWIAszxpDUlIRCwG/oO4Ngz3rgaZLvPWQodd4oACptcwVuWFetzBRvMZhNYhr5ego8rZHXq2alWmf2RDmriRebFU4mOGJcHWiF8Tnu1ubgQLJppPfQf3JB74wahD1O63ct8ovtkbTQiWeBQsTika574qHN4OpUmazznYlQaj1N0CrxeZ4fefmlmddItzLAFuSWG8vlfiYpjwZS6ueE28AP70SivRTEtf6qV4yrSycl84kUdvFnPrKskFIrkv9QF8uyoW1CPBF5kLpIHbAw0UEncCBzYWp3q5PEs3dqeQfxIGh7xspz+4S9fqB8QeQXlKbIGlBLkGFxBycROaa1zcYYm7VsDqhuG2dU6g/hWfaNgyVWB4ZrTphVH+ITkvFNmrkVUV+AU/2sX3H4oQ2GPpj9B2/gyCqw1nNpFJ77WkBIuXqbP27sJWs/G9CKDsEW23WdYeblakjzkUOnvKQ1ahOlT0wfCR1wb8yeuhrwuXsaFKj12dhkx4NSG3psJ8+P9uYtB3dzNZnKbrr+3KGfUfLxnrJu3Hlgc7P2zM3q+XJ3k/O70ub0Hr070Ir+QcbHoJfatryg9fIbqGNs2III6e0meG505MXVmo/N+VdWIt+m99c4rQNIrE3mQOD1Nz6RWS0+je0YVZjZOxr34oFyPc3pxxfEGaeskeZEuMPSMmfV6t3IZ4Gfv6J9IWUYM8l+/k/PX94j9IYp8yNLfcp6qaUulcJsP/cAW+QfXF2IWD1w+ILXDbLissjKfc9TZudXBAmbPwpNApL1plItHec5lXN8FUIK+4xH0vLaFu8oXdAoQJ5xE5c+RGAJzPXLcoiD/oWiYfzSvr7Tt0VureefpSyWoHrVMHrgNaEIYnSJuWYlqLivX0TgtMmcSjrNA0QKW0Z5DgBTYddNAMYDlZWdJ1QfaddTIdli7AFzg534Rps9EayfZsZ3qKm6nfXhkImrq8EuN23c0THm4YmdWsiLCEvYy3kAAA',
  },
] as const satisfies readonly ImageFile[];
