import {
  Archive,
  ArchiveRestore,
  ArrowDown,
  ArrowLeft,
  ArrowUp,
  Building2,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  Clock,
  Copy,
  Command,
  Download,
  Ellipsis,
  Eye,
  EyeOff,
  FileSpreadsheet,
  FileText,
  Globe,
  Info,
  Keyboard,
  Lock,
  LogOut,
  Mail,
  MailOpen,
  MessageSquare,
  Monitor,
  Moon,
  PanelLeft,
  Paperclip,
  Pencil,
  Pin,
  PinOff,
  Plus,
  Printer,
  RefreshCw,
  Search,
  Settings,
  ShieldCheck,
  Sparkles,
  Square,
  Sun,
  Trash2,
  TriangleAlert,
  UserRound,
  Users,
  WifiOff,
  X,
} from 'lucide-react';
import { icon } from './icon.tsx';

export const IconPlus = icon(Plus);
export const IconSun = icon(Sun);
export const IconMonitor = icon(Monitor);
export const IconMoon = icon(Moon);
export const IconSend = icon(ArrowUp);
export const IconTrash = icon(Trash2);
export const IconPencil = icon(Pencil);
export const IconMore = icon(Ellipsis);
export const IconSearch = icon(Search);
export const IconUsers = icon(Users);
export const IconShield = icon(ShieldCheck);
export const IconSignOut = icon(LogOut);
export const IconSettings = icon(Settings);
export const IconBuilding = icon(Building2);
export const IconPerson = icon(UserRound);
export const IconChevronDown = icon(ChevronDown);
export const IconChevronLeft = icon(ChevronLeft);
export const IconChevronRight = icon(ChevronRight);
export const IconX = icon(X);
export const IconCheck = icon(Check);
export const IconAlert = icon(TriangleAlert);
export const IconInfo = icon(Info);
export const IconGlobe = icon(Globe);
export const IconStop = icon(Square);
export const IconRefresh = icon(RefreshCw);
export const IconClock = icon(Clock);
export const IconCopy = icon(Copy);
export const IconFile = icon(FileText);
export const IconSpreadsheet = icon(FileSpreadsheet);
export const IconAttach = icon(Paperclip);
export const IconOffline = icon(WifiOff);
export const IconSparkle = icon(Sparkles);
export const IconArrowDown = icon(ArrowDown);
export const IconArrowLeft = icon(ArrowLeft);
export const IconPanelLeft = icon(PanelLeft);
export const IconEye = icon(Eye);
export const IconEyeOff = icon(EyeOff);
export const IconSuccess = icon(CircleCheck);
export const IconError = icon(CircleAlert);
export const IconMessage = icon(MessageSquare);
export const IconLock = icon(Lock);
export const IconPin = icon(Pin);
export const IconUnpin = icon(PinOff);
export const IconArchive = icon(Archive);
export const IconUnarchive = icon(ArchiveRestore);
export const IconMail = icon(Mail);
export const IconRead = icon(MailOpen);
export const IconDownload = icon(Download);
export const IconPrint = icon(Printer);
export const IconKeyboard = icon(Keyboard);
export const IconCommand = icon(Command);
