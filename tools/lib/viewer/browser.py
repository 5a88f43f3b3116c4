"""Headless Chromium with the software renderer of a computer without a GPU."""
import io
import json
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

FLAGS = ["--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage", "--hide-scrollbars",
         "--force-device-scale-factor=1", "--no-first-run", "--disable-background-networking", "--disable-component-update"]


class Browser:
    def __init__(self, width=1280, height=800, touch=False, requests=True):
        """With `requests` the browser records what the page requests. It then keeps the text of the page too, with two
        bytes a character, which no other browser does: where memory is measured it must be off."""
        options = Options()
        for flag in [*FLAGS, f"--window-size={width},{height}"] + (["--touch-events=enabled"] if touch else []):
            options.add_argument(flag)
        self.requests = requests
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"} | ({"performance": "ALL"} if requests else {}))
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def open(self, address, ready=True, within=30):
        self.logs()
        # Another fragment of the same address would not load the page again.
        self.driver.get("about:blank")
        self.driver.get(address)
        if ready:
            self.wait("return globalThis.ehorizon?.maps?.first?.map.loaded() && ehorizon.measured.opened !== undefined", within)
        return self

    def run(self, script, *values):
        return self.driver.execute_script(script, *values)

    def wait(self, script, within=10, *values):
        end = time.monotonic() + within
        while time.monotonic() < end:
            result = self.run(script, *values)
            if result:
                return result
            time.sleep(0.05)
        raise AssertionError(f"not within {within} s: {script}")

    def settle(self):
        """Until the map has drawn everything and two pictures are the same."""
        self.wait("return ehorizon.maps.panels.every((panel) => panel.map.loaded() && !panel.map.isMoving())", 15)
        time.sleep(0.5)

    def logs(self):
        """Errors of the console, and requests if they are recorded, since the last call."""
        errors = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "ERROR")
                  # The software renderer warns about reading pixels, once a picture.
                  and "GPU stall" not in entry["message"]]
        requests = {}
        for entry in self.driver.get_log("performance") if self.requests else []:
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                requests[message["params"]["requestId"]] = message["params"]["request"]["url"]
            elif message["method"] == "Network.loadingFailed" and message["params"].get("blockedReason") == "csp":
                # The page's policy stopped it before it left.
                requests.pop(message["params"]["requestId"], None)
            elif message["method"] == "Network.webSocketCreated":
                requests[message["params"]["requestId"]] = message["params"]["url"]
        return errors, list(requests.values())

    def picture(self):
        from PIL import Image
        return Image.open(io.BytesIO(self.driver.get_screenshot_as_png())).convert("RGB")

    def memory(self):
        """Bytes of memory of the page: JavaScript heap, and all processes of the browser (proportional set size)."""
        import psutil
        root = psutil.Process(self.driver.service.process.pid)
        total = 0
        for process in root.children(recursive=True):
            try:
                total += process.memory_full_info().pss
            except (psutil.NoSuchProcess, psutil.AccessDenied):
                pass
        return total

    def close(self):
        self.driver.quit()
