/** Modules of Swift itself, of its package manager and of what comes with its compiler. */
const SWIFT = (
  'Swift SwiftShims Foundation FoundationEssentials FoundationInternationalization FoundationNetworking ' +
  'FoundationXML Dispatch XCTest Testing Observation Synchronization RegexBuilder Distributed Cxx CxxStdlib ' +
  'PackageDescription PackagePlugin CompilerPluginSupport'
).split(' ');

/** The C libraries of the platforms. Source: Swift, "Platform Support". */
const PLATFORMS = 'Darwin Glibc Musl Bionic Android WASILibc WinSDK CRT ucrt MSVCRT SwiftOverlayShims SwiftGlibc'.split(
  ' ',
);

/** Frameworks of Apple's systems. Source: Apple Developer Documentation, "Technologies". */
const APPLE = (
  'ARKit AVFAudio AVFoundation AVKit Accelerate Accessibility Accounts ActivityKit AdServices AdSupport ' +
  'AppIntents AppKit AppTrackingTransparency AppleArchive ApplicationServices AudioToolbox AudioUnit ' +
  'AuthenticationServices BackgroundTasks BusinessChat CFNetwork CallKit CarPlay Carbon Charts ClassKit ' +
  'ClockKit CloudKit Cocoa Collaboration ColorSync Combine CommonCrypto Compression Contacts ContactsUI ' +
  'CoreAudio CoreAudioKit CoreBluetooth CoreData CoreFoundation CoreGraphics CoreHaptics CoreImage ' +
  'CoreLocation CoreLocationUI CoreMIDI CoreML CoreMedia CoreMediaIO CoreMotion CoreNFC CoreServices ' +
  'CoreSpotlight CoreTelephony CoreText CoreTransferable CoreVideo CoreWLAN CreateML CryptoKit CryptoTokenKit ' +
  'DeveloperToolsSupport DeviceActivity DeviceCheck DiskArbitration EventKit EventKitUI ExposureNotification ' +
  'ExtensionFoundation ExtensionKit ExternalAccessory FamilyControls FileProvider FileProviderUI FinderSync ' +
  'ForceFeedback GLKit GSS GameController GameKit GameplayKit GroupActivities HealthKit HealthKitUI HomeKit ' +
  'Hypervisor IOBluetooth IOKit IOSurface IdentityLookup ImageIO InputMethodKit Intents IntentsUI ' +
  'JavaScriptCore LatentSemanticMapping LinkPresentation LocalAuthentication MLCompute MachO ManagedSettings ' +
  'MapKit MediaAccessibility MediaPlayer MessageUI Messages Metal MetalFX MetalKit MetalPerformanceShaders ' +
  'MetricKit MobileCoreServices ModelIO MultipeerConnectivity MusicKit NaturalLanguage NearbyInteraction ' +
  'Network NetworkExtension NotificationCenter OSLog ObjectiveC OpenDirectory OpenGL OpenGLES PDFKit PassKit ' +
  'PencilKit Photos PhotosUI PlaygroundSupport PreferencePanes PushKit PushToTalk QuartzCore Quartz QuickLook ' +
  'QuickLookThumbnailing RealityKit ReplayKit RoomPlan SafariServices SceneKit ScreenCaptureKit ScreenSaver ' +
  'ScriptingBridge Security SecurityInterface SensorKit ServiceManagement ShazamKit Social SoundAnalysis ' +
  'Speech SpriteKit StoreKit SwiftData SwiftUI SystemConfiguration SystemExtensions TVMLKit TVServices TVUIKit ' +
  'TipKit Translation UIKit UniformTypeIdentifiers UserNotifications UserNotificationsUI ' +
  'VideoSubscriberAccount VideoToolbox Virtualization Vision VisionKit WatchConnectivity WatchKit WeatherKit ' +
  'WebKit WidgetKit WorkoutKit XPC simd notify os'
).split(' ');

const STANDARD = new Set([...SWIFT, ...PLATFORMS, ...APPLE]);

/** Whether a module comes with Swift or with the platform. */
export function isStandardModule(name: string): boolean {
  return STANDARD.has(name);
}
