"""The server: it answers its own page alone, and ends with it."""

import http.client
import json
import signal
import socket
import sys
import webbrowser
from errno import EMFILE
from unittest import mock

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from toadstone.core.errors import RequestError
from toadstone_cli.browser import has_browser
from toadstone_cli.browser.server import open_socket, serve
from warm import start_process
from workers import command_of, wait_until, workers_of


def get(served, path, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()
    finally:
        connection.close()


def test_the_page_is_served_with_its_files_and_runs_only_its_own_scripts(served):
    status, headers, text = get(served, served.address.removeprefix(served.origin))
    assert (status, 'role="status"' in text) == (200, True)
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    for name in ("play.js", "board.js", "style.css"):
        assert get(served, f"/{name}")[0] == 200


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/", {}, 403),
        ("/?token=wrong", {}, 403),
        ("/?token=t%C3%B6ken", {}, 403),
        ("/style.css", {"Host": "toadstone.example"}, 403),
        ("/style.css", {"Host": "127.0.0.1"}, 403),
        ("/style.css", {"Origin": "http://toadstone.example"}, 403),
        ("/style.css", {"Origin": "null"}, 403),
        ("/server.py", {}, 404),
        ("/..%2Fserver.py", {}, 404),
        ("/index.html", {}, 404),
        (f"/{'x' * 300}.js", {}, 404),
    ],
)
def test_what_does_not_come_from_the_page_is_refused(served, path, headers, status):
    assert get(served, path, **headers)[0] == status


def test_a_game_needs_the_origin_of_the_page_and_its_token(served):
    with connect(served.game, origin=served.origin) as tab:
        tab.send('{"do": "start"}')
        assert json.loads(tab.recv())["kind"] == "home"
        tab.send(b"\0")
        assert "wrong message" in tab.recv()
    without = served.game.partition("?")[0]
    refused = [
        (served.game, {}),
        (served.game, {"origin": "http://toadstone.example"}),
        (served.game, {"origin": f"http://localhost:{served.port}"}),
        (without, {"origin": served.origin}),
        (f"{without}?token=wrong", {"origin": served.origin}),
    ]
    for address, options in refused:
        with pytest.raises(InvalidStatus) as info, connect(address, **options):
            pass
        assert info.value.response.status_code == 403


def test_only_this_computer_can_connect():
    with open_socket(None) as listening:
        host, port = listening.getsockname()
        assert host == "127.0.0.1"
        with pytest.raises(RequestError, match=f"^--port: cannot listen on 127.0.0.1:{port}"):
            open_socket(port)


def test_a_port_that_nobody_named_is_not_blamed(monkeypatch):
    monkeypatch.setattr(socket, "create_server", mock.Mock(side_effect=OSError(EMFILE, "")))
    with pytest.raises(RequestError, match=r"^cannot listen on 127\.0\.0\.1: Too many open files"):
        open_socket(None)


def test_nothing_meant_for_a_closed_standard_error_goes_to_standard_output(monkeypatch, capsys):
    monkeypatch.setattr("uvicorn.Server.run", mock.Mock())
    monkeypatch.setattr("toadstone_cli.browser.server.has_browser", lambda: False)
    monkeypatch.setattr(sys, "stderr", None)
    serve(mock.Mock(), None)
    assert capsys.readouterr().out.count("\n") == 1


def test_a_browser_is_looked_for_where_there_are_windows(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not has_browser()
    monkeypatch.setenv("BROWSER", "true")
    assert has_browser()
    monkeypatch.delenv("BROWSER")
    monkeypatch.setenv("DISPLAY", ":0")
    for error in (None, webbrowser.Error):
        monkeypatch.setattr(webbrowser, "get", mock.Mock(side_effect=error))
        assert has_browser() is (error is None)


@pytest.mark.few(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_the_server_its_tabs_and_their_engines(number):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    line = f"play two-against-two --port {port}"
    server = start_process(line, text=True)
    with server, server.stdout as output, server.stderr as errors:
        said = output.readline()
        assert said.startswith(f"Toadstone is at http://127.0.0.1:{port}/?token=")
        token = said.strip().partition("token=")[2]
        game, origin = f"127.0.0.1:{port}/game?token={token}", f"http://127.0.0.1:{port}"
        with connect(f"ws://{game}", origin=origin) as tab:
            tab.send('{"do": "start"}')
            while json.loads(tab.recv())["kind"] != "game":
                pass
            wait_until(lambda: workers_of(server.pid))
            engines = workers_of(server.pid)
            server.send_signal(number)
            assert server.wait(20) == 128 + number
        assert errors.read() in {"Ctrl-C ends it.\n", "Ctrl-C ends it.\ntoadstone: interrupted\n"}
    wait_until(lambda: not any(map(command_of, engines)))
